import { cva } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { buttonClass } from '@/components/ui/button'
import { capitalized } from '@/lib/browser/labels'
import type { Environment } from '@/lib/provider/environments'
import { FocusedHeading, PrintedTitle } from './page-titles'

type BrandProps = { className?: string; nameClass?: string }

export function Brand({ className = '', nameClass }: BrandProps) {
  return (
    <p className={`flex items-center gap-2 text-md font-title ${className}`}>
      <svg className="text-env-ink" width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
        <path
          d="M2 15V4l7 6 7-6v11"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.4"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
      <span className={nameClass}>Mintdesk</span>
    </p>
  )
}

const striped =
  'bg-[repeating-linear-gradient(-45deg,var(--env-strip)_0_8px,var(--env-strip-2)_8px_16px)] text-(--env-strip-ink)'

const banner = cva(
  'sticky top-0 z-(--z-bar) flex min-h-(--strip-height) items-center justify-center px-4 text-sm print:static print:table-header-group print:break-inside-avoid print:bg-none print:text-base/4 print:text-inherit forced-colors:border-b forced-colors:border-dashed forced-colors:bg-none',
  {
    variants: {
      environment: {
        sandbox: striped,
        // With forced colours production is inverted.
        production: `${striped} forced-colors:bg-[CanvasText] forced-colors:text-[Canvas] forced-colors:forced-color-adjust-none`,
        none: 'bg-pressed text-ink-2',
      },
      isWorld: { true: 'gap-2 sm:grid sm:grid-cols-[1fr_auto_1fr]', false: '' },
    },
  },
)

type BannerProps = {
  /** Undefined where the address names none that is configured. */
  environment: Environment | undefined
  /** What a phone shows at its start. */
  brand?: ReactNode
  /** At the other end: what a world of a visitor's own says of itself. */
  children?: ReactNode
}

/** Names the environment on every page; it cannot be dismissed. */
export function EnvironmentBanner({ environment, brand, children }: BannerProps) {
  return (
    <section
      aria-label="Environment"
      className={banner({ environment: environment ?? 'none', isWorld: children !== undefined })}
      data-env={environment}
    >
      {brand}
      {/* Not a paragraph: spacing that a reader sets for those would push it out of the strip. */}
      <span className="whitespace-nowrap print:mb-3 print:flex print:border-b-2 print:pb-1">
        {environment ? (
          <>
            <b className="tracking-[0.04em]">{environment.toUpperCase()}</b>{' '}
            <span className="ml-1">{environment === 'production' ? 'real money moves here' : 'no real money'}</span>
          </>
        ) : (
          'No environment'
        )}
        <PrintedTitle />
      </span>
      {children}
    </section>
  )
}

/** What to know where nothing is found. @param unconfigured the environment in the address, if that is why */
export function NotFoundText({ unconfigured }: { unconfigured?: Environment }) {
  return (
    <>
      <p className="mt-1 text-ink-2">
        {unconfigured
          ? `${capitalized(unconfigured)} is not configured in this console.`
          : 'This console has no page at this address.'}
      </p>
      <p className="mt-6">
        <a className={buttonClass({ kind: 'primary' })} href="/">
          Go to the overview
        </a>
      </p>
    </>
  )
}

type PlainPageProps = { environment?: Environment; title: string; children: ReactNode }

/** A page without navigation: an error, or nothing at this address. */
export function PlainPage({ environment, title, children }: PlainPageProps) {
  return (
    <>
      {environment && <EnvironmentBanner environment={environment} />}
      <main id="main" className="mx-auto max-w-[640px] px-6 py-16">
        <Brand className="mb-8" />
        <FocusedHeading>{title}</FocusedHeading>
        {children}
      </main>
    </>
  )
}
