'use client'
import { useEffect } from 'react'
import { ErrorSummary } from '@/components/ui/field'
import type { Messages } from './description'

/** Moves the focus to a field and opens what it is folded in. */
export function focusField(name: string): void {
  const field = document.getElementById(name)
  for (let fold = field?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true
  field?.focus()
}

/** The document's title while it says that there are errors. */
let marked: string | undefined

/** Errors in the order of their fields on the page, those without a field first. */
function inPageOrder(errors: Messages) {
  const lines = Object.entries(errors).map(([name, message]) => {
    const element = name === '' ? null : document.getElementById(name)
    return { name, message, element }
  })
  return lines.sort((one, other) => {
    if (!one.element || !other.element) return Number(one.element !== null) - Number(other.element !== null)
    return one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  })
}

/**
 * All errors above the form, each a link to its field; takes the focus when it appears.
 * @param tries a new number moves the focus here again
 */
export function FormErrorSummary({ errors, tries }: { errors: Messages; tries: number }) {
  const hasErrors = Object.keys(errors).length > 0
  useEffect(() => {
    const { title } = document
    // Another summary on the page may have marked it.
    if (!hasErrors || title === marked) return
    marked = `Error: ${title}`
    document.title = marked
    return () => {
      // Another page has a title of its own.
      if (document.title === marked) document.title = title
      marked = undefined
    }
  }, [hasErrors])
  if (!hasErrors) return null
  return (
    <div className="mb-6 max-w-[720px]">
      <ErrorSummary focusKey={tries}>
        <ul>
          {inPageOrder(errors).map(({ name, message, element }) => (
            <li key={name}>
              {element ? (
                <a
                  href={`#${name}`}
                  onClick={(event) => {
                    // With a fragment in the history, Next 16.4.5 hangs on the way back.
                    event.preventDefault()
                    focusField(name)
                  }}
                >
                  {message}
                </a>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
      </ErrorSummary>
    </div>
  )
}
