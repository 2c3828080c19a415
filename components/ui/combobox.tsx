'use client'
import { Check, ChevronDown, Plus } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import { Link } from './address'
import { boxClass, describedBy, FieldFrame, type FrameProps } from './field'
import { announce } from './focus'

/** `code` is shown beside the label, also once chosen; `note` only in the list. All of them are searched. */
export type ComboboxOption = { value: string; label: string; code?: string; note?: string }

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The options that contain every word of a text in their label, value, code or note. */
export function findOptions(options: readonly ComboboxOption[], text: string): readonly ComboboxOption[] {
  const words = folded(text).split(/\s+/).filter(Boolean)
  return options.filter((option) => {
    const searched = folded(Object.values(option).join(' '))
    return words.every((word) => searched.includes(word))
  })
}

/** The options that a typed text names by their value, label or code. */
export function optionsNamed<Option extends ComboboxOption>(options: readonly Option[], text: string): Option[] {
  const wanted = folded(text.trim())
  return options.filter(({ value, label, code = value }) => [value, label, code].some((it) => folded(it) === wanted))
}

/** The value that a typed text names; the text itself if none or several do. */
export function valueNamed(options: readonly ComboboxOption[], text: string): string {
  const [match, ...more] = optionsNamed(options, text)
  return match && more.length === 0 ? match.value : text
}

type ComboboxProps = FrameProps & {
  /** An option's value, or any other text: the list is a suggestion. */
  value: string
  /** After every key. */
  onType: (text: string) => void
  /** After an option was chosen, or the field was left with a text that names one. */
  onChoose: (value: string) => void
  onBlur?: () => void
  options: readonly ComboboxOption[]
  /** Leads to where one more is made; stays in view below the options, whatever was typed. */
  link?: { href: string; label: string; 'data-leave'?: 'free' }
  isMono?: boolean
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

const optionClass =
  'flex min-h-11 w-full items-center gap-x-2 rounded-2 px-2 py-1 text-left hover:bg-hover data-active:bg-pressed sm:min-h-8 forced-colors:data-active:outline-2 forced-colors:data-active:outline-[Highlight]'

/** A text field with a list to search and choose from; follows the APG's editable combobox with manual selection. */
export function Combobox({
  value,
  onType,
  onChoose,
  onBlur,
  options,
  link,
  isMono,
  placeholder,
  ref,
  ...frame
}: ComboboxProps) {
  const { id, error } = frame
  const [isOpen, setOpen] = useState(false)
  /** What was typed since the field was entered: until then every option is listed. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const chosen = options.find((option) => option.value === value)
  const found = typed === undefined ? options : findOptions(options, typed)
  const listed = [...found.map((option) => option.value), ...(link ? [link.href] : [])]
  const isShown = isOpen && listed.length > 0
  const at = active === undefined ? -1 : listed.indexOf(active)
  const optionId = (index: number) => `${id}-option-${index}`

  const first = chosen ? found.indexOf(chosen) : -1
  useEffect(() => {
    if (isShown) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  useEffect(() => {
    if (isShown) list.current?.children[at < 0 ? first : at]?.scrollIntoView({ block: 'nearest' })
  }, [isShown, at, first])

  function open(index?: number) {
    setOpen(true)
    setActive(index === undefined ? undefined : listed.at(index))
  }
  function close() {
    setOpen(false)
    setActive(undefined)
  }
  function choose(option: ComboboxOption) {
    close()
    setTyped(undefined)
    if (option.value !== value) onChoose(option.value)
  }
  function type(text: string) {
    setTyped(text)
    setOpen(true)
    setActive(undefined)
    onType(text)
    const matches = text.trim() === '' ? options.length : findOptions(options, text).length
    announce(matches === 0 ? 'No match' : `${matches} ${matches === 1 ? 'option' : 'options'}`)
  }
  /** A text that names an option becomes its value; any other stays as typed. */
  function settle() {
    const named = typed === undefined ? value : valueNamed(options, typed)
    setTyped(undefined)
    if (named !== value) onChoose(named)
  }
  function press(event: KeyboardEvent) {
    const { key, altKey } = event
    const isDown = key === 'ArrowDown'
    if (isDown || key === 'ArrowUp') {
      event.preventDefault()
      if (altKey) return isDown ? open() : close()
      if (!isShown || at < 0) return open(first >= 0 && typed === undefined ? first : isDown ? 0 : -1)
      return setActive(listed.at((at + (isDown ? 1 : -1)) % listed.length))
    }
    if (key === 'Enter') {
      const chosen = isShown ? list.current?.children[at] : undefined
      if (!(chosen instanceof HTMLElement)) return settle()
      event.preventDefault()
      chosen.click()
    }
    if (key === 'Escape' && isShown) {
      event.preventDefault()
      close()
    }
  }

  const code = typed === undefined ? chosen?.code : undefined
  const isNamed = typed === undefined && chosen !== undefined && chosen.label !== value
  const described = { ...frame, end: code }
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <div className={boxClass(frame)}>
          <input
            id={id}
            ref={(element) => {
              input.current = element
              if (typeof ref === 'function') ref(element)
              else if (ref) ref.current = element
            }}
            type="text"
            role="combobox"
            className={`h-full min-w-0 flex-1 text-ellipsis bg-transparent text-ink ${isMono && !isNamed ? 'font-mono' : ''}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={placeholder}
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={isShown ? `${id}-list` : undefined}
            aria-activedescendant={isShown && at >= 0 ? optionId(at) : undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(described)}
            value={typed ?? chosen?.label ?? value}
            onChange={({ target }) => type(target.value)}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onClick={() => isShown || open()}
            onKeyDown={press}
            onBlur={() => {
              close()
              settle()
              onBlur?.()
            }}
          />
          {code && (
            <span id={`${id}-end`} className="whitespace-nowrap font-mono text-sm text-ink-3">
              {code}
            </span>
          )}
          <button
            type="button"
            tabIndex={-1}
            className="-mr-1.5 inline-flex size-6 items-center justify-center rounded-1 text-ink-2 hover:bg-hover"
            aria-label="Show the list"
            aria-expanded={isShown}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              input.current?.focus()
              if (isShown) close()
              else open()
            }}
          >
            <ChevronDown />
          </button>
        </div>
        {isShown && (
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label="Suggestions"
            className="absolute inset-x-0 top-full z-(--z-menu) mt-1 max-h-70 animate-open scroll-mb-4 overflow-y-auto overscroll-contain rounded-3 bg-raised p-1.5 text-ink shadow-menu max-sm:scroll-mb-20 print:hidden forced-colors:border has-[a]:scroll-pb-12"
          >
            {found.map((option, index) => (
              // A button only for pointers: the field keeps the focus and handles the keys.
              <button
                type="button"
                tabIndex={-1}
                key={option.value}
                id={optionId(index)}
                role="option"
                aria-selected={option.value === value}
                className={optionClass}
                data-active={index === at || undefined}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                <Check className={option.value === value ? '' : 'invisible'} />
                {/* What has no room beside the label stands under it. */}
                <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 [overflow-wrap:anywhere]">
                  <span className={`flex-auto ${isMono && option.label === option.value ? 'font-mono text-sm' : ''}`}>
                    {option.label}
                  </span>
                  {option.note && <span className="text-sm text-ink-3">{option.note}</span>}
                  {option.code && <span className="font-mono text-sm text-ink-3">{option.code}</span>}
                </span>
              </button>
            ))}
            {link && (
              <Link
                {...link}
                tabIndex={-1}
                id={optionId(found.length)}
                role="option"
                aria-selected={false}
                className={`${optionClass} sticky -bottom-1.5 -mb-1.5 border-t border-hairline bg-raised pb-2.5`}
                data-active={at === found.length || undefined}
                onMouseDown={(event) => event.preventDefault()}
              >
                <Plus />
                {link.label}
              </Link>
            )}
          </div>
        )}
      </div>
    </FieldFrame>
  )
}
