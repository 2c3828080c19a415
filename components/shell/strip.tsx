import type { Environment } from '@/lib/api/environments'

const words: Record<Environment, [string, string]> = {
  sandbox: ['SANDBOX', 'no real money'],
  production: ['PRODUCTION', 'real money moves here'],
}

/** Where one is, on every page; it cannot be dismissed. */
export function Strip({ environment }: { environment: Environment }) {
  const [name, meaning] = words[environment]
  return (
    <section aria-label="Environment" className="strip" data-env={environment}>
      <p>
        <b>{name}</b> <span className="ml-1">{meaning}</span>
      </p>
    </section>
  )
}
