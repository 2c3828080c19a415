import { CircleCheck, OctagonX } from 'lucide-react'
import { type Fact, Facts } from '@/components/ui/facts'
import { Status } from '@/components/ui/status'
import type { Choices } from './sign-in-page'

/** What one can try in the sandbox today: each leads to a list of the data that is there. */
const things = [
  {
    path: '/sandbox/transfers?secondary_statuses=TRAVEL_RULE_INFO_REQUESTED',
    name: 'Find what waits for travel rule information',
    more: 'open one and read who must act',
  },
  {
    path: '/sandbox/transfers?statuses=FAILED',
    name: 'Read why a transfer failed',
    more: 'a plain sentence, and what the provider said',
  },
  {
    path: '/sandbox/transfers?type=CRYPTO_WITHDRAWAL',
    name: 'Filter by type, then try to add a status',
    more: 'the provider does not allow the pair; the menu says so and swaps',
  },
] as const

function ServiceStatus({ service }: { service: NonNullable<Choices['service']> }) {
  if (!service.answers) return <Status tone="bad" icon={OctagonX} word="Does not answer" isLoud />
  return (
    <>
      <Status tone="ok" icon={CircleCheck} word="Answers" />
      <span className="text-sm text-ink-3">in {service.millis} ms</span>
    </>
  )
}

/** Facts about this console, and in front of a sandbox what is in it. */
export function SandboxWords({ choices }: { choices: Choices }) {
  const { environment, isEmbedded, service, hasDemoUsers } = choices
  const place =
    environment === 'production' ? 'Production' : isEmbedded ? 'Sandbox, running beside this console' : 'Sandbox'
  const facts: Fact[] = [['Environment', place], ...(service ? [serviceFact(service)] : []), ['Times', 'UTC']]
  return (
    <div>
      {hasDemoUsers && (
        <>
          <h2 className="text-xl leading-[34px]">The sandbox</h2>
          <p className="mt-2 text-md text-ink-2">
            No real money.{' '}
            {isEmbedded &&
              'It holds the transfers of a treasury: 19 types, 11 networks, every status, and the troubles that come with them.'}
          </p>
          <section className="mt-8">
            <h2>Three things worth two minutes</h2>
            <ol className="mt-2">
              {things.map(({ path, name, more }, index) => (
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

const serviceFact = (service: NonNullable<Choices['service']>): Fact => [
  'Provider',
  <ServiceStatus key="service" service={service} />,
]
