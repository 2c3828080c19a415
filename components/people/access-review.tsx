'use client'
import { ChevronLeft } from 'lucide-react'
import { Link } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { ReadNotices } from '@/components/ui/problem'
import { PageHeader, Section, SkeletonLines } from '@/components/ui/section'
import { Moment, Time } from '@/components/ui/time'
import { useRead } from '@/components/ui/use-read'
import { capitalized } from '@/lib/browser/labels'
import { csvOf, csvType, saveFile } from '@/lib/browser/save-file'
import { accessQuery } from '@/lib/features/people/browser/people'
import type { Environment } from '@/lib/provider/environments'
import { type Role, rights } from '@/lib/provider/roles'
import { accessCells, limitsText, rightPurposes, rightsOf, sourceTexts } from './access-texts'

/** On a phone a row is a card, whose cells name their columns. */
const cell =
  'text-left align-top [font-weight:inherit] [overflow-wrap:anywhere] max-sm:block max-sm:before:text-ink-3 max-sm:before:content-[attr(data-column)] sm:border-b sm:border-hairline sm:py-1.5 sm:pr-4'
const head = 'border-b border-hairline-strong py-1.5 pr-4 text-left text-sm font-label text-ink-3'

type ReviewProps = { environment: Environment; name: string; roles: readonly Role[] }

/** Who may do what, why and since when: to read, to save, and to print and sign. */
export function AccessReview({ environment, name, roles }: ReviewProps) {
  const read = useRead(accessQuery(environment, roles))
  const { at } = read
  const people = read.shown?.people
  const held = new Set(people?.flatMap(rightsOf))
  return (
    <>
      <Link
        className="mb-2 inline-flex min-h-10 items-center gap-1 text-ink-2 hover:underline sm:min-h-6 print:hidden"
        href={`/${environment}/settings/people`}
      >
        <ChevronLeft className="size-3.5" />
        People and sessions
      </Link>
      <PageHeader title="Access review">
        {people && (
          <>
            <Button onClick={() => saveFile('access-review.csv', csvType, csvOf(accessCells(people)))}>
              Export CSV
            </Button>
            <Button kind="primary" onClick={() => window.print()}>
              Print
            </Button>
          </>
        )}
      </PageHeader>
      <ReadNotices what="The access review" {...read} />
      {read.isLate && <SkeletonLines widths={[420, 380, 460]} />}
      {people && at !== undefined && (
        <>
          <p className="text-ink-2">
            Read on <Moment at={at} /> by {name}
          </p>
          <Section title="Who has access, why, and since when" more={`${people.length}`} className="mt-4">
            <table aria-label="Access" className="w-full border-separate border-spacing-0 max-sm:block">
              <thead className="max-sm:hidden">
                <tr>
                  {['Person', 'Role', 'Since', 'Last active', 'Rights'].map((title) => (
                    <th key={title} scope="col" className={head}>
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="max-sm:block">
                {people.map((person) => (
                  <tr key={person.subject} className="max-sm:block max-sm:border-b max-sm:border-hairline max-sm:py-2">
                    <th scope="row" className={`${cell} sm:min-w-36`}>
                      {person.name} <span className="block text-sm text-ink-3">{person.subject}</span>
                    </th>
                    <td className={`${cell} sm:min-w-24`}>
                      {person.roles.length === 0 && 'No access any more'}
                      {person.roles.map((role) => (
                        <span key={role.name} className="block">
                          {capitalized(role.name)} <span className="text-ink-3">by {sourceTexts[role.from]}</span>
                        </span>
                      ))}
                    </td>
                    <td className={cell} data-column="Since ">
                      <Time value={person.since} withZone />
                    </td>
                    <td className={cell} data-column="Last active ">
                      <Time value={person.seen_at} withZone />
                    </td>
                    <td className={cell} data-column="Rights: ">
                      {rightsOf(person).join(', ')}
                      {person.roles.map(({ name, limits }) => (
                        <span key={name} className="block text-sm text-ink-3">
                          {limitsText(limits)}
                        </span>
                      ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Section>
          <Section title="What each right allows">
            <dl>
              {rights
                .filter((right) => held.has(right))
                .map((right) => (
                  <div key={right} className="border-b border-hairline py-1.5 break-inside-avoid sm:flex sm:gap-4">
                    <dt className="font-label sm:w-28 sm:flex-none">{right}</dt>
                    <dd className="min-w-0">{capitalized(rightPurposes[right])}</dd>
                  </div>
                ))}
            </dl>
          </Section>
          <div className="mt-10 hidden gap-8 break-inside-avoid print:flex">
            {['Reviewed by', 'Date', 'Signature'].map((label) => (
              <p key={label} className="flex-1 border-t border-ink pt-1 text-sm">
                {label}
              </p>
            ))}
          </div>
        </>
      )}
    </>
  )
}
