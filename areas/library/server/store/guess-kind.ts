import type { PolicyKind } from '#areas/policies/contract/policy.ts'
import type { ParsedFramework, ParsedLibrary } from '#areas/library/server/library-content.ts'

/** What somebody is certified for, and what the law asks: by how publishers call such texts; whoever knows better says so. */
const certification =
  /\b(iso|iec 27|soc ?2|soc2|pci|tisax|hds|secnumcloud|cmmc|fedramp|c5|swift|hitrust|ismap|k isms|isms-p|cyber essentials|cyfun|common criteria)\b/i
const regulation =
  /\b(directive|regulation|règlement|reglement|loi|law|act|decree|décret|arrêté|ordonnance|gdpr|rgpd|dora|nis ?2|hipaa|ccpa|lpm|pipl|psd2|cra|rgs|annex|ens|european (union|commission|parliament)|union européenne)\b/i

export function guessKind(library: Pick<ParsedLibrary, 'provider'>, framework: Pick<ParsedFramework, 'ref_id' | 'name'>): PolicyKind {
  const fullText = [framework.ref_id, framework.name.en, framework.name.fr, library.provider]
    .filter((text) => text !== null)
    .join(' ')
    .replaceAll(/[-_]/g, ' ')
  if (regulation.test(fullText)) return 'REGULATION'
  return certification.test(fullText) ? 'CERTIFICATION' : 'INDUSTRY'
}
