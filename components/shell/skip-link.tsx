'use client'

/**
 * The first stop of the keyboard on every page. It moves the focus itself: a `#main` in the address would be a step of the
 * history that Next does not know, and going back to it would leave the wrong page on screen.
 */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: without JavaScript it is the plain link that it looks like
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
