/** What an URN is published with: `urn:packager:risk:function:doc-pol` of `urn:packager:risk:function:doc-pol:pol.iam`; itself where it stands alone. */
export function familyOf(urn: string): string {
  const parts = urn.split(':')
  return parts.length > 5 ? parts.slice(0, 5).join(':') : urn
}
