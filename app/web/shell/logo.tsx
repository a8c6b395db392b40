/** The lookout's eye under a watchtower's light. */
export const Logo = ({ size = 22 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden>
    <rect width="24" height="24" rx="6" fill="var(--accent)" />
    <g fill="none" stroke="#fff" strokeLinecap="round">
      <path d="M4.2 13.4C6 10.2 8.8 8.4 12 8.4s6 1.8 7.8 5" strokeWidth="1.9" />
      <path d="M12 4.2v1.6M7.1 5.4l.8 1.5M16.9 5.4l-.8 1.5" strokeWidth="1.5" opacity=".75" />
    </g>
    <circle cx="12" cy="14.6" r="2.9" fill="#fff" />
  </svg>
)
