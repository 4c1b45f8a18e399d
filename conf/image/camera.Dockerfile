# makker-camera in a container: `docker build -t makker-camera -f conf/image/camera.Dockerfile .`, or the profile `camera` of
# docker-compose.yml.
FROM debian:bookworm-slim
RUN apt-get update -q && \
	DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
		openssl python3 python3-aiohttp python3-numpy python3-opencv qrencode && \
	rm -rf /var/lib/apt/lists/*
COPY LICENSE /usr/share/doc/makker-camera/copyright
COPY clients/camera/makker-camera /usr/share/makker/camera/makker-camera
COPY clients/camera/makker_camera /usr/share/makker/camera/makker_camera
# Removes the training code and all setuid bits.
RUN rm -rf /usr/share/makker/camera/makker_camera/learn && \
	ln -s ../share/makker/camera/makker-camera /usr/bin/makker-camera && \
	python3 -m compileall -q /usr/share/makker/camera && \
	find / -xdev -type f -perm /6000 -exec chmod a-s {} + && \
	install -d -o 10001 -g 10001 -m 700 /var/lib/makker-camera
USER 10001:10001
WORKDIR /var/lib/makker-camera
VOLUME /var/lib/makker-camera
# The key of phones and the certificate are in the volume.
ENV XDG_DATA_HOME=/var/lib MAKKER_URL=http://makkerd:8377 PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
EXPOSE 8378
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/bin/makker-camera"]
CMD ["serve", "--phone"]
