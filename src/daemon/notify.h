/* What systemd wants to know and what it hands over, where it is there. */
#ifndef DAEMON_NOTIFY_H
#define DAEMON_NOTIFY_H

#include <uv.h>

/* Ready: from now on `timer` feeds the watchdog, where one is asked for. */
void notify_ready(uv_timer_t *timer);

void notify_stopping(void);

/* The socket that was bound for us (the first, where there are more); -1: none was. */
int notify_socket(void);

/* The configuration is being read again, and has been. */
void notify_reloading(void);
void notify_reloaded(void);

#endif
