'use client'
import './globals.css'

/** When not even the frame of the page could be made: the same words, with nothing that could fail again. */
export default function GlobalError({ reset }: { reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>This page could not be shown - Mintdesk</title>
        <main className="mx-auto max-w-[640px] px-6 py-16">
          <h1>This page could not be shown</h1>
          <p className="mt-1 text-ink-2">
            The fault is in Mintdesk, not at the service. Nothing was sent or changed by it.
          </p>
          <p className="mt-6 flex gap-2">
            <button type="button" className="underline" onClick={reset}>
              Try again
            </button>
            <a href="/">Go to Mintdesk</a>
          </p>
        </main>
      </body>
    </html>
  )
}
