// @ts-check
/** Imported first: the clock of this process, or of a page, starts at the moment at which README's pictures are taken. */
const RealDate = Date
const ahead = RealDate.parse('2026-11-19T14:32:00.000Z') - RealDate.now()

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
