# makkerd in a container: `docker build -t makker .`; docker-compose.yml puts a proxy with TLS before it.

FROM debian:bookworm-slim AS build
WORKDIR /source
COPY .ci/packages .ci/
RUN .ci/packages run
COPY Makefile LICENSE openapi.yaml VERSIO[N] ./
COPY .ci/version .ci/
COPY include include
COPY src src
COPY conf/image conf/image
RUN make -j"$(nproc)" all
RUN conf/image/gather.sh build/release /image && \
	install -D -m 644 LICENSE /image/usr/share/doc/makker/copyright && mkdir -p /state/makker

# No shell, no package manager: two programs and their libraries.
FROM scratch
COPY --from=build /image /
COPY --from=build --chown=10001:10001 /state /var/lib
USER 10001:10001
WORKDIR /var/lib/makker
VOLUME /var/lib/makker
# Nobody but the host's programs reaches a container until a port is published: publish it at 127.0.0.1, or with
# MAKKER_AUTH=token and MAKKER_ADMIN_TOKEN_FILE. All options of makkerd(8) are such variables.
ENV STATE_DIRECTORY=/var/lib/makker MAKKER_LISTEN=0.0.0.0:8377 MAKKER_INSECURE=yes
EXPOSE 8377
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 CMD ["/usr/bin/makker", "health"]
ENTRYPOINT ["/usr/bin/makkerd"]
