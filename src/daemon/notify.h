/* systemd's readiness, watchdog and socket activation, where present. */
#ifndef DAEMON_NOTIFY_H
#define DAEMON_NOTIFY_H

#include <uv.h>

/* Reports readiness; from now on `timer` feeds the watchdog, if there is one. */
void notify_ready(uv_timer_t *timer);

void notify_stopping(void);

/* The first socket that systemd has bound; -1: none. */
int notify_socket(void);

/* The configuration is being read again, and has been. */
void notify_reloading(void);
void notify_reloaded(void);

#endif
