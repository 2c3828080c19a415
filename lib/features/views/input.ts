/** What the console's own addresses for views accept. */
import * as z from 'zod/mini'
import { splitInvisible } from '../../domain/invisible-characters'
import { uuidPattern } from '../../domain/values'
import { isZone } from '../../domain/wall-clock'
import { noNul, object, Timestamp, text, trimmedText } from '../../provider/value-schemas'
import { maximumStarterViews, maximumViewName, maximumViewSearch, starterViews, viewListNames } from './interface'

const Name = trimmedText(maximumViewName, `A name can have at most ${maximumViewName} characters.`).check(
  z.minLength(1, { error: 'Enter a name, like Payroll withdrawals.' }),
  z.refine((name) => !/[\t\n\r]/.test(name) && splitInvisible(name).length === 1, {
    error: 'Enter the name on one line, without invisible characters.',
  }),
  noNul,
)

const viewMembers = {
  name: Name,
  list: z.enum(viewListNames),
  search: text(maximumViewSearch, 'This list has too many filter values to be saved as a view.').check(noNul),
}

/** A view as it is saved. */
export const ViewInput = object({
  ...viewMembers,
  is_shared: z.boolean(),
  /** The `changed_at` of the view that is changed; absent for a new one. */
  changed_from: z.optional(Timestamp),
})
export type ViewInput = z.infer<typeof ViewInput>

export const isViewId = (id: string) => uuidPattern.test(id) || starterViews.some((view) => view.id === id)

/** The starter views of a desk, in their order. */
export const StarterViews = z.array(object({ id: text(36).check(z.refine(isViewId)), ...viewMembers })).check(
  z.maxLength(maximumStarterViews, { error: `There can be ${maximumStarterViews} starter views.` }),
  z.refine((views) => new Set(views.map(({ id }) => id)).size === views.length, { error: 'A view is there twice.' }),
)

/** How long ago the rows that a person opened were read, ms: counts begin there, by the provider's clock. */
export const OpenedInput = object({ age: z.int().check(z.minimum(0), z.maximum(86_400_000)) })

/** The zone in which relative dates are read. */
export const CountsQuery = object({
  zone: text(60).check(z.refine(isZone, { error: 'Enter a time zone, like Europe/Zurich.' })),
})
