'use client'
import { Check, Pin, PinOff } from 'lucide-react'
import { type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { FormButtons } from '@/components/forms/small-form'
import { withViewParam } from '@/components/list/column'
import type { ViewsProps } from '@/components/list/record-list'
import { pushAddress, replaceAddress, ShallowLink } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { Popover } from '@/components/ui/dialog'
import { Checkbox, Field } from '@/components/ui/field'
import { announce } from '@/components/ui/focus'
import { usePreference } from '@/components/ui/preferences'
import { newIntentId } from '@/lib/browser/form-drafts'
import { hrefOf } from '@/lib/browser/list-url'
import { visibleText } from '@/lib/domain/invisible-characters'
import { deleteView, saveView, setPinned } from '@/lib/features/views/browser/saved-views'
import {
  maximumPins,
  maximumViewName,
  type OfferedView,
  type SavedView,
  type SavedViews,
  viewSearch,
} from '@/lib/features/views/interface'
import type { ProblemError } from '@/lib/provider/problem'
import { useViews, useViewWrite, viewHref, withView } from './view-data'

type MenuProps = Omit<ViewsProps, 'at'> & {
  chosen?: OfferedView
  isChanged: boolean
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

const sectionClass = 'mt-2 border-t border-hairline pt-2'

const inputOf = ({ id, name, list, search, is_shared }: SavedView) => ({ id, name, list, search, is_shared })

/** What changes views. @param onSaved after a view was saved and is shown */
function useViewWrites({ environment, path, params }: MenuProps, onSaved: () => void) {
  const [deleted, setDeleted] = useState<SavedView>()
  const save = useViewWrite(
    environment,
    ({ id, ...input }: { id: string } & Parameters<typeof saveView>[2]) => saveView(environment, id, input),
    (before, _, view) => withView(before, view),
    (view) => {
      announce(`${view.name} saved`)
      setDeleted(undefined)
      replaceAddress(viewHref(environment, view))
      onSaved()
    },
  )
  const remove = useViewWrite(
    environment,
    (view: SavedView) => deleteView(environment, view.id),
    (before, view) => ({ ...before, views: before.views.filter(({ id }) => id !== view.id) }),
    (_, view) => {
      if (view.owner.is_me) setDeleted(view)
      else announce(`${view.name} deleted`)
      replaceAddress(hrefOf(path, withViewParam(params, 'x.view', undefined)))
    },
  )
  const pin = useViewWrite(
    environment,
    ({ view, isPinned }: { view: OfferedView; isPinned: boolean }) => setPinned(environment, view.id, isPinned),
    (before, { view, isPinned }) => ({
      ...before,
      pins: [
        ...before.pins.filter((one) => one.view !== view.id),
        ...(isPinned ? [{ view: view.id, opened_at: new Date().toISOString() }] : []),
      ],
    }),
    (_, { view, isPinned }) => announce(`${view.name} ${isPinned ? 'pinned' : 'unpinned'}`),
  )
  const change = (view: SavedView, more: Partial<Pick<SavedView, 'name' | 'search' | 'is_shared'>>) =>
    save.start({ ...inputOf(view), changed_from: view.changed_at, ...more })
  return { save, change, remove, pin, deleted }
}

type Writes = ReturnType<typeof useViewWrites>

/** Chooses, saves, changes, shares, pins and deletes views of a list. */
export default function ViewsMenu(props: MenuProps) {
  const { environment, list, params, chosen, anchor, onClose } = props
  const content = useRef<HTMLDivElement>(null)
  const [form, setForm] = useState<'new' | 'rename'>()
  const [newId, setNewId] = useState(newIntentId)
  const [density] = usePreference('density')
  const { views, offered, pins, is_read_only: isReadOnly, problem: readProblem } = useViews(environment)
  const ofList = offered.filter((view) => view.list === list)
  const saved = views.find(({ id }) => id === chosen?.id)

  /** After the form, which had the focus. */
  const focusFirst = () =>
    requestAnimationFrame(() => {
      const find = (selector: string) => content.current?.querySelector<HTMLElement>(selector)
      ;(find('[aria-current]') ?? find('a, button'))?.focus()
    })
  const writes = useViewWrites(props, () => {
    setForm(undefined)
    setNewId(newIntentId())
    focusFirst()
  })
  const { save, change, remove, pin, deleted } = writes
  /** The list as it is shown, row height included. */
  const shown = () => viewSearch(params.has('x.density') ? params : withViewParam(params, 'x.density', density))
  const groups = [
    { title: 'Your views', views: ofList.filter(({ owner }) => owner?.is_me) },
    { title: 'Shared with you', views: ofList.filter(({ owner }) => owner && !owner.is_me) },
    { title: 'Starter views', views: ofList.filter(({ owner }) => !owner) },
  ].filter(({ views: some }) => some.length > 0)
  const failed = readProblem ?? remove.problem ?? pin.problem ?? save.problem

  return (
    <Popover ref={content} label="Views" anchor={anchor} align="start" onOpen={focusFirst} onClose={onClose}>
      {form ? (
        <ViewForm
          title={form === 'new' ? 'Save as a view' : 'Rename the view'}
          initial={form === 'rename' ? saved : undefined}
          mayShare={!isReadOnly}
          isSending={save.isPending}
          problem={save.problem}
          onCancel={() => {
            save.reset()
            setForm(undefined)
            focusFirst()
          }}
          onSave={(name, isShared) =>
            form === 'rename' && saved
              ? change(saved, { name })
              : save.start({ id: newId, name, list, search: shown(), is_shared: isShared })
          }
        />
      ) : (
        <>
          {groups.map(({ title, views: some }) => (
            <ViewGroup key={title} title={title}>
              {some.map((view) => (
                <ViewItem key={view.id} {...props} {...writes} view={view} pins={pins} />
              ))}
            </ViewGroup>
          ))}
          <ViewActions {...props} {...writes} saved={saved} mayShare={!isReadOnly} shown={shown} onForm={setForm} />
          <div role="status" className="px-2 text-sm text-ink-2 not-empty:pt-1 not-empty:pb-1">
            {deleted && (
              <>
                {visibleText(deleted.name)} deleted.{' '}
                <Button size="small" onClick={() => save.start(inputOf(deleted))}>
                  Undo
                </Button>
              </>
            )}
          </div>
          {failed && <Failure problem={failed} />}
          {pins.length >= maximumPins && (
            <p className="px-2 pb-1 text-sm text-ink-3">You have pinned {maximumPins} views, the most that fit.</p>
          )}
        </>
      )}
    </Popover>
  )
}

type ItemProps = MenuProps & Pick<Writes, 'pin'> & { view: OfferedView; pins: SavedViews['pins'] }

function ViewItem({ environment, chosen, onClose, pin, view, pins }: ItemProps) {
  const isPinned = pins.some((one) => one.view === view.id)
  const name = visibleText(view.name)
  return (
    <li className="flex items-center gap-1">
      <ShallowLink
        href={viewHref(environment, view)}
        aria-current={view.id === chosen?.id ? 'true' : undefined}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-2 px-2 hover:bg-hover aria-[current]:font-label sm:min-h-7"
        onMove={onClose}
      >
        <span className="min-w-0 truncate" title={name}>
          {name}
        </span>
        {view.id === chosen?.id && <Check className="size-3.5 flex-none" />}
        <span className="ml-auto flex-none text-sm text-ink-3">{noteOf(view)}</span>
      </ShallowLink>
      <Button
        kind="plain"
        size="smallIcon"
        aria-label={`${isPinned ? 'Unpin' : 'Pin'} ${name}`}
        title={isPinned ? 'Unpin from the navigation' : 'Pin to the navigation'}
        aria-pressed={isPinned}
        className={isPinned ? 'text-ink' : ''}
        onClick={() => pin.start({ view, isPinned: !isPinned })}
      >
        {isPinned ? <PinOff className="size-3.5" /> : <Pin className="size-3.5" />}
      </Button>
    </li>
  )
}

type ActionsProps = MenuProps &
  Pick<Writes, 'change' | 'remove'> & {
    saved?: SavedView
    mayShare: boolean
    /** The list as it is shown. */
    shown: () => string
    onForm: (form: 'new' | 'rename') => void
  }

/** What can be done with the chosen view, and the button that saves a new one. */
function ViewActions(props: ActionsProps) {
  const { environment, chosen, isChanged, onClose, change, remove, saved, mayShare, shown, onForm } = props
  const [asked, setAsked] = useState<string>()
  const isAsking = saved !== undefined && asked === saved.id
  return (
    <div className={`${sectionClass} flex flex-wrap gap-1.5 px-2 pb-1`}>
      {saved?.may_change && isChanged && (
        <Button size="small" onClick={() => change(saved, { search: shown() })}>
          Update view
        </Button>
      )}
      <Button size="small" onClick={() => onForm('new')}>
        Save as view
      </Button>
      {isChanged && chosen && (
        <Button
          kind="plain"
          size="small"
          onClick={() => {
            pushAddress(viewHref(environment, chosen))
            onClose()
          }}
        >
          Undo changes
        </Button>
      )}
      {saved?.may_change && !isAsking && (
        <>
          <Button kind="plain" size="small" onClick={() => onForm('rename')}>
            Rename
          </Button>
          {mayShare && (
            <Button kind="plain" size="small" onClick={() => change(saved, { is_shared: !saved.is_shared })}>
              {saved.is_shared ? 'Stop sharing' : 'Share'}
            </Button>
          )}
          <Button
            kind="plain"
            size="small"
            onClick={() => (saved.owner.is_me ? remove.start(saved) : setAsked(saved.id))}
          >
            Delete
          </Button>
        </>
      )}
      {isAsking && (
        <div role="alert" className="w-full">
          <p className="pb-1">{visibleText(saved.owner.name)} made this view. Everyone loses it.</p>
          <Button kind="danger" size="small" onClick={() => remove.start(saved)}>
            Delete for everyone
          </Button>{' '}
          <Button kind="plain" size="small" onClick={() => setAsked(undefined)}>
            Keep
          </Button>
        </div>
      )}
    </div>
  )
}

const noteOf = ({ owner, is_shared }: OfferedView) =>
  owner && !owner.is_me ? `by ${visibleText(owner.name)}` : is_shared ? 'shared' : ''

function ViewGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-1">
      <h2 className="px-2 pt-1 text-sm font-label text-ink-3">{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

const Failure = ({ problem: { problem } }: { problem: ProblemError }) => (
  <p role="alert" className="px-2 pb-1 text-bad">
    {problem.title} {problem.detail}
  </p>
)

type FormProps = {
  title: string
  /** The view that is renamed; without it a new one is saved, which can be shared. */
  initial?: SavedView
  mayShare: boolean
  isSending: boolean
  problem: ProblemError | undefined
  onCancel: () => void
  onSave: (name: string, isShared: boolean) => void
}

/** The name of a view, and who sees it. */
export function ViewForm({ title, initial, mayShare, isSending, problem, onCancel, onSave }: FormProps) {
  const id = useId()
  const [name, setName] = useState(initial?.name ?? '')
  const [isShared, setShared] = useState(false)
  const [isEmpty, setEmpty] = useState(false)
  const ofName = problem?.problem.errors?.find(({ field }) => field === 'name')?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(name.trim() === '')
    if (name.trim() === '') return document.getElementById(id)?.focus()
    onSave(name.trim(), isShared)
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3 p-2">
      <h2>{title}</h2>
      <Field
        id={id}
        label="Name"
        value={name}
        maxLength={maximumViewName}
        autoComplete="off"
        autoFocus
        error={isEmpty && name.trim() === '' ? 'Enter a name, like Payroll withdrawals.' : ofName}
        onChange={({ target }) => setName(target.value)}
      />
      {!initial && (
        <>
          {mayShare && (
            <label htmlFor={`${id}shared`} className="flex min-h-11 items-center gap-2 sm:min-h-6">
              <Checkbox id={`${id}shared`} checked={isShared} onChange={({ target }) => setShared(target.checked)} />
              Share with everyone who can read this list
            </label>
          )}
          <p className="text-sm text-ink-3">
            Keeps filters, order and columns. Dates like “last 7 days” stay relative.
          </p>
        </>
      )}
      {problem && !ofName && (
        <p role="alert" className="text-bad">
          {problem.problem.title} {problem.problem.detail}
        </p>
      )}
      <FormButtons label="Save" pending="Saving…" isPending={isSending} onCancel={onCancel} size="small" />
    </form>
  )
}
