/**
 * Lets the mouse wheel scroll the page over a viewer until the reader presses the viewer; then it zooms, until the pointer leaves. With
 * Ctrl or ⌘ it always zooms, as on maps.
 */
export function zoomWhenPressed(viewer: EventTarget, signal: AbortSignal): void {
  let isPressed = false
  const set = (pressed: boolean) => () => {
    isPressed = pressed
  }
  viewer.addEventListener('pointerdown', set(true), { capture: true, signal })
  viewer.addEventListener('pointerleave', set(false), { signal })
  const hold = (event: Event) => {
    const { ctrlKey, metaKey } = event as WheelEvent
    // The viewer, which is inside, would take the event for itself.
    if (!isPressed && !ctrlKey && !metaKey) event.stopPropagation()
  }
  viewer.addEventListener('wheel', hold, { capture: true, passive: true, signal })
}
