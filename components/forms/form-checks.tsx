/** Checks of a form, and the review that needs them: loaded after the form, because they can outweigh its fields. */
import { lazyPart } from '@/components/ui/lazy-part'
import type { FormChecks, FormDescription } from './description'

/**
 * The members of a description that load later. Each try sends a new request for what did not arrive.
 * @param loadChecks the form's own checks
 */
export const loadedLater = <Values extends object>(
  loadChecks: () => Promise<FormChecks<Values>>,
): Pick<FormDescription<Values>, 'loadChecks' | 'Review'> => ({
  loadChecks,
  Review: lazyPart('The review', async () => {
    const [{ ReviewForm }, checks] = await Promise.all([import('./review-form'), loadChecks()])
    return { default: (props) => <ReviewForm {...props} checks={checks} /> }
  }),
})
