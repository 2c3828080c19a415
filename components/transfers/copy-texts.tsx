'use client'
import { useEffect, useState } from 'react'
import { CopyAction } from '@/components/ui/copy'
import { announce } from '@/components/ui/focus'
import { lazyPart } from '@/components/ui/lazy-part'
import type { CopiedName } from './copied-text'
import type { SummarizedTransfer } from './status-summary'

/** The texts are composed by code that is loaded when it is first needed. */
const loadTexts = () => import('./copied-text')
const CopiedText = lazyPart('The preview', loadTexts)

const names: readonly CopiedName[] = ['Reply to customer', 'Internal note']

async function loadText(name: CopiedName, summarized: SummarizedTransfer): Promise<string> {
  try {
    return (await loadTexts()).copiedTexts[name](summarized)
  } catch (cause) {
    announce('The text could not be loaded. Check the connection and try again.')
    throw cause
  }
}

/** A button for each text; pointing at it or focusing it shows what it copies. */
export function CopyActions(summarized: SummarizedTransfer) {
  const [shown, show] = useState<CopiedName>()
  useEffect(() => {
    if (!shown) return
    const dismiss = ({ key }: KeyboardEvent) => key === 'Escape' && show(undefined)
    window.addEventListener('keydown', dismiss)
    return () => window.removeEventListener('keydown', dismiss)
  }, [shown])
  return (
    <fieldset className="relative flex flex-wrap gap-2" aria-label="Copy" onPointerLeave={() => show(undefined)}>
      {names.map((name) => (
        <CopyAction
          key={name}
          label={name}
          text={() => loadText(name, summarized)}
          onPointerEnter={() => show(name)}
          onFocus={() => show(name)}
          onBlur={() => show(undefined)}
        />
      ))}
      {/* Screen readers find the same text among the facts. */}
      {shown && (
        <div
          aria-hidden
          className="absolute top-full left-0 z-(--z-menu) w-[420px] max-w-[calc(100vw-32px)] pt-1 sm:right-0 sm:left-auto"
        >
          <div className="max-h-[70vh] overflow-y-auto rounded-r-3 bg-raised p-2 shadow-menu forced-colors:border">
            <CopiedText {...summarized} copied={shown} isPreview />
          </div>
        </div>
      )}
    </fieldset>
  )
}

/** Both texts, each with its copy button. */
export function CopiedTexts(summarized: SummarizedTransfer) {
  return names.map((name) => <CopiedText key={name} {...summarized} copied={name} />)
}
