/** The first stop of the keyboard on every page. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="absolute top-[-48px] left-2 z-(--z-toast) rounded-2 bg-raised px-3 py-2 underline focus:top-2"
    >
      Skip to content
    </a>
  )
}
