// @ts-check

/**
 * Makes `Date` show another time than the machine's. A page runs it as its first script.
 * @param {number} ahead milliseconds
 */
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
