/** What every page knows of tours: whether one runs in this tab. */
import { createSignal } from '@/components/ui/focus'

export const tourChanges = createSignal<void>()
/** Under which this tab keeps the key of the tour that runs. */
export const runningName = 'mintdesk:tour'
