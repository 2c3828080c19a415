'use client'
import { ClipboardPaste } from 'lucide-react'
import { type DragEvent, type FormEvent, type KeyboardEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { TextArea } from '@/components/ui/field'
import { useShortcut } from '@/components/ui/preferences'
import { searchKey } from '@/components/ui/shortcuts'
import { acceptedFiles } from '@/lib/domain/statements/statement'
import type { Environment } from '@/lib/provider/environments'
import { FileButton, refusalOf } from './file-button'

/** The text area. */
export const fieldId = 'lookup'

type LookupFormProps = {
  environment: Environment
  text: string
  error?: string
  onChange: (text: string) => void
  onSubmit: (pasted: string | File) => void
  onError: (error: string) => void
}

/** Takes text, typed, pasted, dropped or from a file. Without JavaScript it asks by the address. */
export function LookupForm({ environment, text, error, onChange, onSubmit, onError }: LookupFormProps) {
  const [isOver, setOver] = useState(false)
  const shortcut = useShortcut(searchKey.key)

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (text.trim() === '') return onError('Paste at least one identifier, like inv-2041 or a transaction hash.')
    onSubmit(text)
  }

  function take(chosen: File | undefined) {
    if (!chosen) return
    const refusal = refusalOf(chosen)
    if (refusal) onError(refusal)
    else onSubmit(chosen)
  }

  async function paste() {
    const pasted = await navigator.clipboard.readText().catch(() => undefined)
    if (pasted === undefined)
      return onError('This browser did not let Mintdesk read the clipboard. Press and hold the box, then choose Paste.')
    if (pasted.trim() === '') return onError('There is no text on the clipboard. Copy an ID, then press Paste.')
    onChange(pasted)
    document.getElementById(fieldId)?.focus()
  }

  return (
    <form
      method="get"
      action={`/${environment}/lookup`}
      noValidate
      className={`print:hidden ${isOver ? 'outline-2 outline-offset-4 outline-focus outline-dashed' : ''}`}
      onSubmit={submit}
      onDragOver={(event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        setOver(false)
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        take(event.dataTransfer.files[0])
      }}
    >
      <TextArea
        id={fieldId}
        name="q"
        label="Identifiers"
        isLabelHidden
        error={error}
        describedById="lookup-help"
        className="font-mono placeholder:font-sans placeholder:text-ink-3 placeholder:opacity-100 sm:text-base"
        rows={6}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="search"
        placeholder="Paste a hash, a reference or a whole e-mail"
        {...shortcut}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          submit()
        }}
      />
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p id="lookup-help" className="max-w-[100ch] flex-1 basis-80 text-sm text-ink-2">
          Or an address, a memo, an amount (250,000.00 USD), or up to 10,000 identifiers in any text, mail or bank file.{' '}
          <noscript>Without JavaScript, look up one identifier of at most 200 characters at a time. </noscript>
          <span className="max-sm:hidden">
            <kbd>Enter</kbd> looks up, <kbd>Shift</kbd> <kbd>Enter</kbd> starts a new line.
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button className="sm:hidden" onClick={paste}>
            <ClipboardPaste />
            Paste
          </Button>
          <FileButton label="File with identifiers" accept={`.json,.eml,${acceptedFiles}`} onChoose={take}>
            Choose a file
          </FileButton>
          <Button type="submit" kind="primary">
            Look up
            <kbd aria-hidden className="border-current text-current max-sm:hidden">
              Enter
            </kbd>
          </Button>
        </div>
      </div>
    </form>
  )
}
