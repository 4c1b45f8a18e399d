"""A camera over a card table: reads the cards and posts snapshots to the daemon. See docs/camera.md."""

import cv2

cv2.setNumThreads(1)
