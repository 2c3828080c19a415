// @ts-check
/**
 * A clock that shows another time than the machine's. A process imports it first, with `ahead` in its address; a page runs
 * `shiftClock` as its first script.
 */

/** @param {number} ahead milliseconds */
export function shiftClock(ahead) {
  const RealDate = Date
  globalThis.Date = /** @type {DateConstructor} */ (
    class extends RealDate {
      /** @param {any[]} parts */
      constructor(...parts) {
        if (parts.length === 0) super(RealDate.now() + ahead)
        else super(.../** @type {[number]} */ (parts))
      }

      /** @override */
      static now() {
        return RealDate.now() + ahead
      }

      // Next replaces Date by a copy that has its own members only.
      /** @override */
      static parse = RealDate.parse
      /** @override */
      static UTC = RealDate.UTC
    }
  )
}

/**
 * A clock that shows this moment now.
 * @param {string} moment RFC 3339 @returns what a page, and what a Node process, needs to show the same
 */
export function clockFrom(moment) {
  const ahead = Date.parse(moment) - Date.now()
  return { ahead, variables: { NODE_OPTIONS: `--import=${new URL(`?ahead=${ahead}`, import.meta.url)}` } }
}

const given = new URL(import.meta.url).searchParams.get('ahead')
if (given !== null) shiftClock(Number(given))
