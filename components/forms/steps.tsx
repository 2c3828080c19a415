import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'

const steps = ['Fill in', 'Review', 'Result']

/** Where in the three steps of a write a page stands: 1 the form, 2 the review, 3 what came of it. */
export function FormSteps({ at }: { at: 1 | 2 | 3 }) {
  return (
    <ol aria-label="Steps" className="mb-4 flex flex-wrap items-center gap-2 text-sm text-ink-3 print:hidden">
      {steps.map((step, index) => (
        <Fragment key={step}>
          {index > 0 && (
            <li aria-hidden>
              <ChevronRight className="size-3.5" />
            </li>
          )}
          <li
            aria-current={index + 1 === at ? 'step' : undefined}
            className={index + 1 === at ? 'font-title text-ink' : ''}
          >
            {index + 1}. {step}
          </li>
        </Fragment>
      ))}
    </ol>
  )
}
