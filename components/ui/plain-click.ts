import type { MouseEvent as ReactMouseEvent } from 'react'

/** Whether a click asks to stay in this tab. */
export const isPlainClick = (event: ReactMouseEvent | MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
