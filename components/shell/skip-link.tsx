'use client'

/**
 * The first Tab stop of every page. It moves the focus itself: a `#main` in the address would be a history entry that Next
 * does not know, and going back to it would leave the wrong page on screen.
 */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: without JavaScript it works as a plain link
    <a
      href="#main"
      className="absolute top-[-48px] left-2 z-(--z-toast) rounded-2 bg-raised px-3 py-2 underline focus:top-2"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
    >
      Skip to content
    </a>
  )
}
