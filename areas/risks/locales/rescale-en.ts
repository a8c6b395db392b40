/** Another scale for a register. */
export const rescaleEn = {
  title: 'Change the risk scale: {name}',
  lead: 'Each place of the current scale moves to one of the new scale; levels follow from there. Closed risks move as they were closed.',
  no_other: 'There is no other risk scale yet: an administrator adds one under Scales.',
  do: 'Change the scale',
  preview: '{count, plural, =0 {No risk} one {Effect on its risk} other {Effect on its # risks}}',
  becomes: 'becomes',
  above: 'Above appetite: {before} before, {after} after.',
  stale: '{count, plural, one {One approval goes stale, since its level moves.} other {# approvals go stale, since their levels move.}}',
  requests: '{count, plural, one {One request for an approval has to be made anew.} other {# requests for an approval have to be made anew.}}',
} as const
