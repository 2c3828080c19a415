'use client'
import { TriangleAlert } from 'lucide-react'
import { Section } from '@/components/ui/section'
import type { IntentDetail } from '@/lib/api/intents'
import { comparedMembers } from './conflict'

/** What was requested and what the provider has, side by side, where they differ. */
export function ConflictPart({ intent }: { intent: IntentDetail }) {
  const members = comparedMembers(intent)
  if (!members) return null
  return (
    <Section title="Requested and received" more="differences first">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard */}
      <section aria-label="Both records" tabIndex={0} className="scroll overflow-x-auto">
        <table
          className="records max-sm:table-fixed max-sm:[&_:is(th,td)]:py-1 max-sm:[&_:is(th,td)]:[overflow-wrap:anywhere] max-sm:[&_:is(th,td)]:whitespace-normal"
          aria-label="Requested and received"
        >
          <thead>
            <tr>
              <th scope="col" className="static!">
                Field
              </th>
              <th scope="col" className="static!">
                Requested
              </th>
              <th scope="col" className="static!">
                At the provider
              </th>
            </tr>
          </thead>
          <tbody>
            {members.map(({ name, asked, existing, isDifferent }) => (
              <tr key={name}>
                <th scope="row" className="font-mono text-sm text-ink-2">
                  {isDifferent && (
                    <span className="tone-bad mr-1.5 text-tone" title="Differs">
                      <TriangleAlert className="size-3.5" />
                      <span className="sr-only">Differs: </span>
                    </span>
                  )}
                  {name}
                </th>
                <Side text={asked} isDifferent={isDifferent} />
                <Side text={existing} isDifferent={isDifferent} />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  )
}

function Side({ text, isDifferent }: { text?: string; isDifferent: boolean }) {
  return (
    <td className={isDifferent ? 'font-label' : 'text-ink-2'}>
      {text ?? <span className="font-text text-ink-3">not given</span>}
    </td>
  )
}
