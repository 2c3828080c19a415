'use client'
import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { Select } from '@/components/forms/fields'
import { useWrite, WriteError } from '@/components/forms/small-form'
import { Button } from '@/components/ui/button'
import { Field, TextArea } from '@/components/ui/field'
import { announce } from '@/components/ui/focus'
import { Fold, Section } from '@/components/ui/section'
import { Time } from '@/components/ui/time'
import { deleteFormDraft, readFormDraft, restoreShape, saveFormDraft } from '@/lib/browser/form-drafts'
import { callConsole } from '@/lib/browser/operation'
import { visibleText } from '@/lib/domain/invisible-characters'
import { isZone } from '@/lib/domain/wall-clock'
import {
  defaultReply,
  type KeptDays,
  type ShownVariable,
  type TeamSettings,
  type TeamVersion,
  teamDefaults,
} from '@/lib/features/team/interface'
import { teamRows } from '@/lib/features/team/operations'
import {
  keptChoices,
  keptText,
  type ReplyTemplate,
  replyTemplateNames,
  replyTemplates,
  teamBounds,
  teamMarks,
  templateError,
} from '@/lib/features/team/team-choices'
import type { StarterView } from '@/lib/features/views/interface'
import type { Environment } from '@/lib/provider/environments'
import { ReplyPreview } from './reply-preview'
import { StarterViews } from './starter-views'

type Name = keyof TeamSettings
type Values = Record<Name, string>

const names: readonly Name[] = [
  ...([
    'name',
    'mark',
    'zone',
    'overdue_hours',
    'wire_days',
    'plan_hours',
    'request_days',
    'transfer_days',
    'starter_views',
  ] as const),
  ...replyTemplateNames,
]
type Number = keyof typeof teamBounds
const isNumber = (name: Name): name is Number => name in teamBounds
const isKept = (name: Name): name is keyof KeptDays => name in keptChoices

/** What a field shows where the desk has set nothing. The time in which a transfer is overdue has no one default. */
const defaults: Partial<Values> = {
  zone: 'UTC',
  reply_en: defaultReply,
  wire_days: String(teamDefaults.wire_days),
  plan_hours: String(teamDefaults.plan_hours),
}

const valuesOf = (settings: TeamSettings) =>
  Object.fromEntries(
    names.map((name) => {
      const value = settings[name] ?? ''
      return [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]
    }),
  ) as Values

const startersIn = (text: string): StarterView[] | undefined => (text === '' ? undefined : JSON.parse(text))

/** The same with defaults as values. */
const shownValuesOf = (settings: TeamSettings, keptDays: KeptDays): Values => {
  const values = valuesOf(settings)
  const shown = (name: Name) => {
    if (isKept(name)) return values[name] === String(keptDays[name]) ? '' : values[name]
    return values[name] || (defaults[name] ?? '')
  }
  return Object.fromEntries(names.map((name) => [name, shown(name)])) as Values
}

/** What an empty field and a default mean is left out. */
const settingsOf = (values: Values): TeamSettings =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = values[name].trim()
      if (text === '' || text === defaults[name]) return []
      return [
        [name, isNumber(name) || name === 'mark' ? Number(text) : name === 'starter_views' ? JSON.parse(text) : text],
      ]
    }),
  )

function errorOf(name: Name, text: string): string | undefined {
  if (text.trim() === '') return undefined
  if (isNumber(name)) {
    const [least, most] = teamBounds[name]
    const isWithin = /^\d{1,5}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most
    return isWithin ? undefined : `Enter a whole number from ${least} to ${most}.`
  }
  if (name === 'zone') return isZone(text.trim()) ? undefined : 'Enter a time zone by its name, like Europe/Zurich.'
  return replyTemplateNames.some((one) => one === name) ? templateError(name as ReplyTemplate, text) : undefined
}

type Line = { label: string; hint?: string; end?: string }

const lines: Record<Exclude<Name, 'mark' | 'starter_views' | keyof KeptDays | ReplyTemplate>, Line> = {
  name: { label: 'Name of the desk', hint: 'Beside Mintdesk’s mark, and in replies.' },
  zone: { label: 'Time zone', hint: 'For everyone who has not chosen another, like Europe/Zurich.' },
  overdue_hours: {
    label: 'A pending transfer is overdue after at most',
    hint: 'If empty: after the time in which 95 % of its kind settle, or 24 h where too few are known.',
    end: 'h',
  },
  wire_days: { label: 'A planned wire is late after', end: 'business days' },
  plan_hours: { label: 'Other planned money is late after', end: 'h' },
}

const keptLabels: Record<keyof KeptDays, string> = {
  request_days: 'Keep settled requests, plans and notes for',
  transfer_days: 'Keep transfers after their last change for',
}

const otherLabels: Partial<Record<Name, string>> = {
  ...keptLabels,
  mark: 'Colour mark',
  starter_views: 'Starter views',
  reply_en: 'Reply in English',
  reply_de: 'Reply in German',
}

/** What the list of changes calls it. */
const labelOf = (name: Name): string => otherLabels[name] ?? (lines as Partial<Record<Name, Line>>)[name]?.label ?? name

type PageProps = {
  environment: Environment
  person: string
  versions: readonly TeamVersion[]
  variables: readonly ShownVariable[]
  keptDays: KeptDays
}

/** What a desk sets without a deploy, who set it when, and the variables that only an operator sets. */
export function TeamPage({ environment, person, versions: loaded, variables, keptDays }: PageProps) {
  const id = useId()
  const router = useRouter()
  const [versions, setVersions] = useState(loaded)
  const [newest] = versions
  const saved = shownValuesOf(newest?.settings ?? {}, keptDays)
  const draftKey = { environment, person, path: 'settings/desk' }
  const [values, setValues] = useState<Values>(() => {
    const draft = readFormDraft(draftKey)
    return draft ? restoreShape(saved, draft.values) : saved
  })
  const [isTried, setTried] = useState(false)
  const save = useWrite({
    mutationFn: () =>
      callConsole(environment, teamRows.changeTeamSettings, {
        values: { id: String((newest?.version ?? 0) + 1) },
        body: settingsOf(values),
      }),
    onSuccess: ({ body }) => {
      deleteFormDraft(draftKey)
      setVersions(body.versions)
      setTried(false)
      announce('Saved')
      // What is around the page has the desk's name and zone.
      router.refresh()
    },
  })
  const change = (name: Name, text: string) => {
    const next = { ...values, [name]: text }
    setValues(next)
    saveFormDraft(draftKey, { values: next, intent: '', savedAt: Date.now() })
  }
  const refused = new Map((save.problem?.problem.errors ?? []).map(({ field, message }) => [field, message]))
  const shownError = (name: Name) => (isTried ? (errorOf(name, values[name]) ?? refused.get(name)) : undefined)
  const hasOtherProblem = save.problem && !names.some((name) => refused.has(name))
  // An emptied field means its default.
  const isChanged = names.some((name) => (values[name] || (defaults[name] ?? '')) !== saved[name])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const wrong = names.find((name) => errorOf(name, values[name]))
    if (wrong) document.getElementById(`${id}${wrong}`)?.focus()
    else save.start()
  }
  const field = (name: keyof typeof lines) => {
    const { label, hint, end } = lines[name]
    return (
      <Field
        id={`${id}${name}`}
        label={label}
        hint={hint}
        end={end}
        error={shownError(name)}
        inputMode={isNumber(name) ? 'numeric' : undefined}
        maxLength={name === 'name' ? 40 : 60}
        autoComplete="off"
        value={values[name]}
        onChange={({ target }) => change(name, target.value)}
      />
    )
  }
  const kept = (name: keyof KeptDays) => {
    const own = Number(saved[name] || keptDays[name])
    const offered = [...new Set([...keptChoices[name], own])].filter((days) => days !== keptDays[name])
    return (
      <Select
        frame={{ id: `${id}${name}`, label: keptLabels[name], error: shownError(name) }}
        blank={`${keptText(keptDays[name])} (default)`}
        options={offered.sort((a, b) => a - b).map((days) => ({ value: String(days), label: keptText(days) }))}
        value={values[name]}
        onChoose={(days) => change(name, days)}
      />
    )
  }
  return (
    <form noValidate aria-label="Settings of the desk" onSubmit={submit} className="max-w-[1080px]">
      <Section title="Desk">
        <div className="mt-4 grid items-end gap-4 sm:grid-cols-2">
          {field('name')}
          <Select
            frame={{
              id: `${id}mark`,
              label: 'Colour mark',
              hint: 'Beside the name, to tell desks apart.',
              isOptional: true,
            }}
            blank="None"
            options={Object.entries(teamMarks).map(([value, label]) => ({ value, label }))}
            value={values.mark}
            onChoose={(mark) => change('mark', mark)}
          />
          {field('zone')}
        </div>
      </Section>
      <Section title="Usual times">
        <div className="mt-4 grid items-end gap-4 sm:grid-cols-2">
          <div className="sm:col-span-2">{field('overdue_hours')}</div>
          {field('wire_days')}
          {field('plan_hours')}
        </div>
      </Section>
      <Section title="Reply to a customer" more="the text around what Mintdesk says of a transfer">
        {replyTemplateNames.map((name) => {
          const { language, placeholders, example } = replyTemplates[name]
          return (
            <div key={name} className="mt-4 grid gap-x-8 gap-y-4 lg:grid-cols-2">
              <div className="grid content-start gap-2">
                <TextArea
                  id={`${id}${name}`}
                  label={language}
                  hint={name === 'reply_de' ? 'About a single transfer. If empty, none is offered.' : undefined}
                  error={shownError(name)}
                  rows={8}
                  placeholder={example}
                  className="font-mono text-sm"
                  value={values[name]}
                  onChange={({ target }) => change(name, target.value)}
                />
                <Fold title="Placeholders">
                  <ul className="text-sm text-ink-2">
                    {Object.entries(placeholders).map(([placeholder, text]) => (
                      <li key={placeholder}>
                        <span className="font-mono">{`{${placeholder}}`}</span> {text}
                      </li>
                    ))}
                  </ul>
                </Fold>
                {values[name] !== example && (
                  <div>
                    <Button size="small" onClick={() => change(name, example)}>
                      {values[name] === '' ? 'Begin with the example' : 'Back to the example'}
                    </Button>
                  </div>
                )}
              </div>
              <ReplyPreview
                environment={environment}
                name={name}
                template={values[name].trim()}
                desk={values.name.trim()}
              />
            </div>
          )
        })}
      </Section>
      <StarterViews
        environment={environment}
        chosen={startersIn(values.starter_views)}
        error={shownError('starter_views')}
        onChange={(views) => change('starter_views', views ? JSON.stringify(views) : '')}
      />
      <Section title="How long records are kept">
        <div className="mt-4 grid items-end gap-4 sm:grid-cols-2">
          {kept('request_days')}
          {kept('transfer_days')}
        </div>
      </Section>
      <div className="mt-6 flex flex-wrap items-center gap-2 border-t border-hairline pt-4">
        <Button type="submit" kind="primary" aria-busy={save.isPending || undefined}>
          {save.isPending ? 'Saving…' : 'Save'}
        </Button>
        {isChanged && (
          <Button
            kind="plain"
            onClick={() => {
              setValues(saved)
              setTried(false)
              deleteFormDraft(draftKey)
            }}
          >
            Discard changes
          </Button>
        )}
        {newest && !isChanged && (
          <p className="text-sm text-ink-3">
            Version {newest.version}, saved by {newest.person}, <Time value={newest.at} withZone />
          </p>
        )}
      </div>
      <WriteError problem={hasOtherProblem ? save.problem : undefined} className="mt-2" />
      <Versions versions={versions} />
      <Variables variables={variables} />
    </form>
  )
}

/** A value as the list of changes says it. */
function shownValue(name: Name, text: string): string {
  if (text === '') return 'default'
  if (isKept(name)) return keptText(Number(text))
  if (name !== 'starter_views') return text
  return (
    startersIn(text)
      ?.map((view) => visibleText(view.name))
      .join(', ') || 'none'
  )
}

/** Who changed what, newest first. */
function Versions({ versions }: { versions: readonly TeamVersion[] }) {
  if (versions.length === 0) return null
  return (
    <Fold title="Earlier changes" className="mt-8">
      <ul>
        {versions.map(({ version, at, person, settings }, index) => {
          const before = valuesOf(versions[index + 1]?.settings ?? {})
          const after = valuesOf(settings)
          const changed = names.filter((name) => before[name] !== after[name])
          return (
            <li key={version} className="border-b border-hairline py-2">
              Version {version}, {person}, <Time value={at} withZone />
              <ul className="text-sm text-ink-2">
                {changed.map((name) => (
                  <li key={name} className="[overflow-wrap:anywhere] whitespace-pre-wrap">
                    {labelOf(name)}: {shownValue(name, before[name])} → {shownValue(name, after[name])}
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
    </Fold>
  )
}

const sourceTexts: Record<ShownVariable['source'], string> = {
  set: 'set',
  file: 'from a file',
  command: 'from a command',
  default: 'default',
}

/** Everything else is set where Mintdesk is started. */
function Variables({ variables }: { variables: readonly ShownVariable[] }) {
  if (variables.length === 0) return null
  return (
    <Fold title="Variables that an operator sets" className="mt-2">
      <p className="text-sm text-ink-3">Values that could be secret are hidden. A change needs a restart.</p>
      <ul className="mt-2">
        {variables.map(({ name, source, value }) => (
          <li key={name} className="flex flex-wrap gap-x-3 border-b border-hairline py-1 [overflow-wrap:anywhere]">
            <span className="font-mono text-sm">{name}</span>
            <span className={`ml-auto ${source === 'default' ? 'text-ink-3' : ''}`}>
              {sourceTexts[source]}
              {value !== undefined && `: ${value}`}
            </span>
          </li>
        ))}
      </ul>
    </Fold>
  )
}
