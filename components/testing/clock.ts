/**
 * The clock of every page under test begins at one moment, later than what the records of the tests say: what a page shows
 * of a time is the same on any day.
 */
import { shiftClock } from '../../e2e/shift-clock.mjs'

shiftClock(Date.parse('2026-11-28T16:00:00Z') - Date.now())
