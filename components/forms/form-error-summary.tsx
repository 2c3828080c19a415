'use client'
import { useEffect } from 'react'
import { ErrorSummary } from '@/components/ui/field'
import type { Errors } from './validation'

/** Brings the keyboard to a field, also to one in a part that is closed. @returns whether the field is on the page */
export function focusField(name: string): boolean {
  const field = document.getElementById(name)
  if (!field) return false
  const closed = field.closest('details')
  if (closed) closed.open = true
  field.focus()
  return document.activeElement === field
}

const placeOf = (name: string) => (name === '' ? null : document.getElementById(name))

/** Errors in the order in which their fields stand on the page; what belongs to none comes first. */
function inOrder(errors: Errors): { name: string; message: string; isHere: boolean }[] {
  const lines = Object.entries(errors).map(([name, message]) => ({ name, message, place: placeOf(name) }))
  lines.sort((one, other) => {
    if (!one.place || !other.place) return Number(one.place !== null) - Number(other.place !== null)
    return one.place.compareDocumentPosition(other.place) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  })
  return lines.map(({ name, message, place }) => ({ name, message, isHere: place !== null }))
}

/** The page's title says that something is wrong as long as it is. */
function useErrorTitle(isWrong: boolean): void {
  useEffect(() => {
    if (!isWrong) return
    document.title = `Error: ${document.title.replace(/^Error: /, '')}`
    return () => {
      document.title = document.title.replace(/^Error: /, '')
    }
  }, [isWrong])
}

/**
 * What is wrong, at the top of the form: each line leads to its field and says what the field says.
 * @param tries a new number moves the keyboard here again
 */
export function FormErrorSummary({ errors, tries }: { errors: Errors; tries: number }) {
  const isWrong = Object.keys(errors).length > 0
  useErrorTitle(isWrong)
  if (!isWrong) return null
  return (
    <div className="mb-6 max-w-[640px]">
      <ErrorSummary focusKey={tries}>
        <ul>
          {inOrder(errors).map(({ name, message, isHere }) => (
            <li key={name}>
              {isHere ? (
                <a
                  href={`#${name}`}
                  onClick={(event) => {
                    // A fragment in the history makes Next 16.4.5 wait for ever on the way back.
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
