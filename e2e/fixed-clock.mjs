// @ts-check
/** A clock that shows another time than the machine's: a process imports this first, with `ahead` in its address. */
import { shiftClock } from './shift-clock.mjs'

/** The machine's time, although this process may show another. @returns {number} milliseconds since 1970 */
export const machineTime = () => performance.timeOrigin + performance.now()

/**
 * A clock that shows this moment now.
 * @param {string} moment RFC 3339 @returns what a page, and what a Node process, needs to show the same
 */
export function clockFrom(moment) {
  const ahead = Math.round(Date.parse(moment) - machineTime())
  return { ahead, variables: { NODE_OPTIONS: `--import=${new URL(`?ahead=${ahead}`, import.meta.url)}` } }
}

/** Node writes the machine's time into the header Date of its answers. */
function dateAnswers() {
  const { subscribe } = process.getBuiltinModule('node:diagnostics_channel')
  subscribe('http.server.request.start', (message) => {
    const { response } = /** @type {{response: import('node:http').ServerResponse}} */ (message)
    if (response.sendDate) response.setHeader('date', new Date().toUTCString())
  })
}

const given = new URL(import.meta.url).searchParams.get('ahead')
if (given !== null) {
  shiftClock(Number(given))
  dateAnswers()
}
