/** What risks tell to dashboards. */
export const sourcesEn = {
  matrix: { name: 'Risk matrix', register: { label: 'Register' }, kind: { label: 'Levels', init: 'Initial', current: 'Current', target: 'Target' } },
  trend: { name: 'Risks over time', register: { label: 'Register' } },
}
