import styles from './login-page.module.css'

const centre = { x: 560, y: 250 }
const meridians = [40, 122, 201, 274, 340, 396, 442, 474, 494]
const parallels = Array.from({ length: 8 }, (_, index) => {
  const y = centre.y - 420 + index * 120
  return { y, rx: Math.sqrt(Math.max(0, 1 - ((y - centre.y) / 500) ** 2)) * 500 }
})
const lights = [
  [318, 118, 5],
  [438, 402, 4],
  [216, 300, 6],
  [560, 196, 4],
  [372, 560, 5],
  [640, 470, 5],
] as const

/** A horizon with the points that are watched. */
export const Motif = () => (
  <svg className={styles.motif} viewBox="0 0 720 900" preserveAspectRatio="xMidYMid slice" aria-hidden fill="none">
    {meridians.map((rx, index) => (
      <ellipse key={rx} cx={centre.x} cy={centre.y} rx={rx} ry={500} stroke="#6f93f0" strokeOpacity={0.34 - index * 0.02} />
    ))}
    {parallels.map(({ y, rx }) => (
      <ellipse key={y} cx={centre.x} cy={y} rx={rx} ry={rx * 0.16} stroke="#6f93f0" strokeOpacity=".2" />
    ))}
    {lights.map(([x, y, r]) => (
      <g key={x}>
        <circle cx={x} cy={y} r={r + 7} fill="#7ea2ff" fillOpacity=".14" />
        <circle cx={x} cy={y} r={r} fill="#b9cdfa" />
      </g>
    ))}
    <path d="M216 300 318 118 560 196M216 300l222 102 202 68M438 402l-66 158" stroke="#b9cdfa" strokeOpacity=".55" />
  </svg>
)
