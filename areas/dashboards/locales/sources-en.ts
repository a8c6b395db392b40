/** What the cockpit tells to dashboards. */
export const sourcesEn = {
  forecast: {
    name: 'Score forecast',
    alone: 'If nobody acts',
    helped: 'Expected with the work under way',
    perimeter: { label: 'Perimeter' },
    policy: { label: 'Policy' },
    months: { label: 'Months ahead', 3: '3', 6: '6', 12: '12' },
  },
}
