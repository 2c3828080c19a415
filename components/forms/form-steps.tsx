import { ChevronRight } from 'lucide-react'
import { type ReactNode, useLayoutEffect } from 'react'
import { focusHeading } from '@/components/ui/focus'
import { writeRowOf } from '@/lib/api/provider/operations'
import type { FormDescription, FormStep } from './description'

const steps = ['Details', 'Review', 'Result']

export function FormSteps({ step }: { step: FormStep }) {
  const at = step === 'details' ? 0 : 1
  return (
    <ol aria-label="Steps" className="mb-4 flex flex-wrap items-center gap-2 text-sm text-ink-3 print:hidden">
      {steps.map((name, index) => (
        <li
          key={name}
          aria-current={index === at ? 'step' : undefined}
          className="flex items-center gap-2 aria-[current]:font-title aria-[current]:text-ink"
        >
          {index > 0 && <ChevronRight className="size-3.5 text-ink-3" />}
          {index + 1}. {name}
        </li>
      ))}
    </ol>
  )
}

type HeadingProps = Pick<FormDescription<never>, 'operation' | 'title'> & { step: FormStep }

export const FormHeading = ({ operation, title, step }: HeadingProps) => (
  <h1 tabIndex={-1}>{step === 'details' ? title : `Review ${writeRowOf(operation).noun}`}</h1>
)

/** Passes the focus on to the heading that replaces this one. */
export function PassingHeading({ children }: { children: ReactNode }) {
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.tagName === 'H1') focusHeading()
    },
    [],
  )
  return children
}

/** Steps and heading of a form without its fields. */
export const FormHead = (heading: HeadingProps) => (
  <>
    <FormSteps step={heading.step} />
    <FormHeading {...heading} />
  </>
)
