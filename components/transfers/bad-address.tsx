'use client'
import { buttonClass } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/error-summary'
import { ShallowLink } from '@/components/ui/shallow-link'
import type { FieldError } from '@/lib/api/sentences'
import { forbiddenBeside, hrefOf, withoutField, withoutParts } from '@/lib/browser/list-url'
import { partName } from './filter-words'

type BadAddressProps = { path: string; params: URLSearchParams; errors: readonly FieldError[] }

/** An address that the service would not take: each wrong part with its reason and a way out. Nothing was sent. */
export function BadAddress({ path, params, errors }: BadAddressProps) {
  return (
    <div className="mt-4 max-w-[800px]">
      <ErrorSummary focusKey={params.toString()}>
        <p className="text-ink-2">This address asks for what the service does not take, so nothing was sent.</p>
        <ul className="mt-2 grid gap-3">
          {errors.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <p>
                <b>{placeWords(field, params)}:</b> {message}
              </p>
              <WaysOut path={path} params={params} field={field} />
            </li>
          ))}
        </ul>
      </ErrorSummary>
    </div>
  )
}

/** Where the address is wrong: `Type "FOO"`, `Created`, or the name as it stands there. */
function placeWords(field: string, params: URLSearchParams): string {
  const [, name, index] = /^(.+)\.(\d+)$/.exec(field) ?? []
  if (!name || !params.has(name)) return partName(field)
  return `${partName(name)} "${params.getAll(name)[Number(index)]}"`
}

function WaysOut({ path, params, field }: { path: string; params: URLSearchParams; field: string }) {
  const rivals = forbiddenBeside(field, params)
  return (
    <p className="mt-1 flex flex-wrap gap-2">
      <ShallowLink className={buttonClass('outline', 'note')} href={hrefOf(path, withoutField(params, field))}>
        Remove {placeWords(field, params)}
      </ShallowLink>
      {rivals.length > 0 && (
        <ShallowLink className={buttonClass('outline', 'note')} href={hrefOf(path, withoutParts(params, rivals))}>
          Use {partName(field)} instead of {rivals.map(partName).join(', ')}
        </ShallowLink>
      )}
    </p>
  )
}
