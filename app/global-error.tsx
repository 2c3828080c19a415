'use client'
import './globals.css'

const focus = (heading: HTMLElement | null) => heading?.focus()

/** The error page for a failure of the root layout; it uses nothing that could fail again. */
export default function GlobalError({ reset }: { reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>This page could not be shown - Mintdesk</title>
        <main className="mx-auto max-w-[640px] px-6 py-16">
          <h1 ref={focus} tabIndex={-1}>
            This page could not be shown
          </h1>
          <p role="alert" className="mt-1 text-ink-2">
            The error is in Mintdesk, not at the provider. Nothing was sent or changed.
          </p>
          <p className="mt-6 flex gap-2">
            <button type="button" className="underline" onClick={reset}>
              Try again
            </button>
            <a href="/">Go to the overview</a>
          </p>
        </main>
      </body>
    </html>
  )
}
