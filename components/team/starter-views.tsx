'use client'
import { useId, useState } from 'react'
import { Select } from '@/components/forms/fields'
import { Link } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { FieldPrefix } from '@/components/ui/field'
import { announce, useRestoredFocus } from '@/components/ui/focus'
import { Section } from '@/components/ui/section'
import { listLabels, useViews, viewHref } from '@/components/views/view-data'
import { newIntentId } from '@/lib/browser/form-drafts'
import { visibleText } from '@/lib/domain/invisible-characters'
import { maximumStarterViews, offeredViews, type StarterView, starterViews } from '@/lib/features/views/interface'
import type { Environment } from '@/lib/provider/environments'

type StarterViewsProps = {
  environment: Environment
  /** Undefined as long as the desk has chosen none. */
  chosen: StarterView[] | undefined
  error: string | undefined
  onChange: (views: StarterView[] | undefined) => void
}

const nameOf = ({ name, list }: StarterView) => `${visibleText(name)} (${listLabels[list]})`

/** The views that everyone is offered: the built-in ones, or copies of saved ones. */
export function StarterViews({ environment, chosen, error, onChange }: StarterViewsProps) {
  const id = useId()
  const [picked, pick] = useState('')
  const { views } = useViews(environment)
  const shown = chosen ?? starterViews
  const others = offeredViews({ views }).filter((view) => !shown.some((one) => nameOf(one) === nameOf(view)))
  const next = others.find((view) => view.id === picked) ?? others[0]
  const focus = useRestoredFocus<HTMLDivElement>(shown.map((view) => view.id).join(), 'li button, select')
  const add = ({ name, list, search, owner, ...view }: (typeof others)[number]) => {
    // A copy: whoever owns the view changes only their own.
    onChange([...shown, { id: owner ? newIntentId() : view.id, name, list, search }])
    announce(`${name} added`)
  }
  return (
    <div {...focus}>
      <Section title="Starter views" more="everyone finds them in the menu of views, besides saved ones">
        <FieldPrefix id={id} label="Starter views" error={error} />
        <ul aria-label="Starter views">
          {shown.map((view) => (
            <li key={view.id} className="flex items-center gap-3 border-b border-hairline py-1">
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <Link
                  className="underline decoration-hairline-strong underline-offset-3 hover:decoration-current"
                  href={viewHref(environment, view)}
                >
                  {visibleText(view.name)}
                </Link>{' '}
                <span className="text-sm text-ink-3">{listLabels[view.list]}</span>
              </span>
              <Button size="small" onClick={() => onChange(shown.filter((one) => one !== view))}>
                Remove<span className="sr-only"> {visibleText(view.name)}</span>
              </Button>
            </li>
          ))}
        </ul>
        {shown.length === 0 && <p className="mt-3 text-ink-2">None: everyone begins with their own views.</p>}
        <div className="mt-4 flex flex-wrap items-end gap-2">
          {next && shown.length < maximumStarterViews && (
            <>
              <div className="min-w-0 flex-1 basis-64">
                <Select
                  frame={{ id, label: 'Another view', hint: 'A saved view is copied: its later changes do not count.' }}
                  options={others.map((view) => ({ value: view.id, label: nameOf(view) }))}
                  value={next.id}
                  onChoose={pick}
                />
              </div>
              <Button size="field" onClick={() => add(next)}>
                Add
              </Button>
            </>
          )}
          {chosen && (
            <Button kind="plain" size="field" onClick={() => onChange(undefined)}>
              Use the built-in ones
            </Button>
          )}
        </div>
      </Section>
    </div>
  )
}
