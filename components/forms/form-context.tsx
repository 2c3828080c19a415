'use client'
import { type Context, createContext, type ReactNode, use, useState } from 'react'
import { ShortId } from '@/components/ui/copy'
import { useZone } from '@/components/ui/time'
import { timeBy } from '@/lib/browser/clocks'
import type { DraftKey } from '@/lib/browser/draft-storage'
import type { WriteInput } from '@/lib/browser/send-write'
import type { WriteName } from '@/lib/provider/operations'
import type { FormContext, FormSession, Messages, ReviewFact } from './description'

/** What every part of a form's two pages needs; `href` is the form's own address. */
type FormPageState = Pick<FormSession, 'environment' | 'requiresIdentity'> & {
  operation: WriteName
  noun: string
  draftKey: DraftKey
  href: string
  /** The page of what was sent, below the environment. */
  resultOf: (intent: string, values: unknown) => string
  known: unknown
}
type FormState = {
  context: FormContext
  errors: Messages
  warnings: Messages
  /** The values when a field was last left, which remarks on them read: while a number is typed it means nothing yet. */
  settled: object
  /** What would be sent now. */
  readInput: () => WriteInput
  /** For a choice that replaces the fields: what was wrong with the others is no longer said. */
  clearErrors: () => void
}

export const FormPageContext = createContext<FormPageState | undefined>(undefined)
export const FormStateContext = createContext<FormState | undefined>(undefined)

function useRequired<Value>(context: Context<Value | undefined>): Value {
  const value = use(context)
  if (!value) throw new Error('This belongs in a FormPage.')
  return value
}
export const useFormPage = () => useRequired(FormPageContext)
export const useFormState = () => useRequired(FormStateContext)
export const useFormFacts = () => useFormState().context

export function useMessages(name: string): { error?: string; warning?: string } {
  const { errors, warnings } = useFormState()
  return { error: errors[name], warning: warnings[name] }
}

/** Builds the form's context for a moment of this browser (ms since 1970), by default when the form was opened. */
export function useFormContextAt(intent: string) {
  const { environment, requiresIdentity, known } = useFormPage()
  const { zone } = useZone()
  const figure = useConfirmationFigure()
  const [openedAt] = useState(() => Date.now())
  return (at = openedAt): FormContext => {
    const now = timeBy('provider', at, environment)
    return { environment, intent, requiresIdentity, now, zone, figure, known }
  }
}

/** The reference of a write: the one entered, or the intent's id. */
export const referenceFact = (typed: string, intent: string, noun: string): ReviewFact => ({
  name: 'Reference',
  field: 'ref_id',
  value:
    typed.trim() === '' ? (
      <>
        <ShortId id={intent} what="reference" />{' '}
        <span className="text-sm text-ink-3">generated for this {noun}, kept on retry</span>
      </>
    ) : (
      <ShortId id={typed.trim()} what="reference" head={32} />
    ),
})

const Figure = createContext('1000000')

/** The total above which a person types it before it is sent, in the asset of the total (ORDER_CONFIRM_ABOVE). */
export const useConfirmationFigure = () => use(Figure)

export const ConfirmationFigure = ({ figure, children }: { figure: string; children: ReactNode }) => (
  <Figure value={figure}>{children}</Figure>
)
