import { CircleCheck, OctagonX } from 'lucide-react'
import { type Fact, Facts } from '@/components/ui/facts'
import { Status } from '@/components/ui/status'
import type { Environment } from '@/lib/api/environments'

/** What a visitor may know about this console; nothing here is secret. */
export type Choices = {
  hasDemoUsers: boolean
  hasCompanySignIn: boolean
  environment: Environment
  isEmbedded: boolean
  service?: { answers: true; millis: number } | { answers: false }
}

/** Lists of the sandbox's data that show what Mintdesk does. */
const examples = [
  {
    path: '/sandbox/transfers?secondary_statuses=TRAVEL_RULE_INFO_REQUESTED',
    name: 'Find transfers that need travel rule information',
    more: 'open one to see who must act',
  },
  {
    path: '/sandbox/transfers?statuses=FAILED',
    name: 'See why a transfer failed',
    more: "a plain explanation and the provider's own message",
  },
  {
    path: '/sandbox/transfers?type=CRYPTO_WITHDRAWAL',
    name: 'Filter by type, then add a status',
    more: 'the provider does not accept both; the menu explains why and offers a swap',
  },
] as const

const providerStatus = (service: NonNullable<Choices['service']>) =>
  service.answers ? (
    <Status tone="ok" icon={CircleCheck} label="Reachable" why={`${service.millis} ms`} />
  ) : (
    <Status tone="bad" icon={OctagonX} label="Unreachable" isLoud />
  )

/** What this console is connected to, and what to try in the sandbox. */
export function ConsolePanel({ choices }: { choices: Choices }) {
  const { environment, isEmbedded, service, hasDemoUsers } = choices
  const name = environment === 'production' ? 'Production' : isEmbedded ? 'Sandbox, built in' : 'Sandbox'
  const facts: Fact[] = [
    ['Environment', name],
    ...(service ? ([['Provider', providerStatus(service)]] satisfies Fact[]) : []),
    ['Time zone', 'UTC'],
  ]
  return (
    <div>
      {hasDemoUsers && (
        <>
          <h2 className="text-xl leading-[34px]">The sandbox</h2>
          <p className="mt-2 text-md text-ink-2">
            No real money.{' '}
            {isEmbedded &&
              "It holds a treasury's transfers: 19 types on 11 networks, in every status, with typical failures."}
          </p>
          <section className="mt-8">
            <h2>Three things to try</h2>
            <ol className="mt-2">
              {examples.map(({ path, name, more }, index) => (
                <li key={path} className="grid grid-cols-[24px_1fr] border-b border-hairline py-2">
                  <span className="text-sm leading-5 text-ink-3">{index + 1}</span>
                  <span>
                    <a className="font-label hover:underline" href={`/sign-in?callbackUrl=${encodeURIComponent(path)}`}>
                      {name}
                    </a>
                    <br />
                    <span className="text-ink-2">{more}</span>
                  </span>
                </li>
              ))}
            </ol>
          </section>
        </>
      )}
      <Facts facts={facts} className={hasDemoUsers ? 'mt-8' : ''} />
    </div>
  )
}
