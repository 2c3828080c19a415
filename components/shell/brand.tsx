/** The name and its mark. */
export function Brand({ className = '' }: { className?: string }) {
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
      Mintdesk
    </p>
  )
}
