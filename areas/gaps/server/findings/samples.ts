/** Small files of findings, written for the tests of this folder. */

interface SarifResult {
  readonly rule: string
  readonly file: string
  readonly row?: number
  readonly print?: string
  readonly more?: object
}

/** A SARIF 2.1.0 log of one run of a tool that knows three rules; `run` says more of the run, or otherwise. */
export const sarifOf = (results: readonly SarifResult[], run: object = {}): Buffer =>
  Buffer.from(
    JSON.stringify({
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'Lookout',
              rules: [
                { id: 'LK-1', shortDescription: { text: 'Password in the source' }, properties: { 'security-severity': '9.1' } },
                { id: 'LK-2', name: 'WeakHash', defaultConfiguration: { level: 'note' }, messageStrings: { weak: { text: 'MD5 is weak in {0}' } } },
                { id: 'LK-3', shortDescription: { text: 'Dated library' }, fullDescription: { text: 'A newer one is there.' } },
              ],
            },
          },
          results: results.map(({ rule, file, row, print, more }) => ({
            ruleId: rule,
            message: { text: `Seen in ${file}` },
            locations: [{ physicalLocation: { artifactLocation: { uri: file }, ...(row !== undefined && { region: { startLine: row } }) } }],
            ...(print !== undefined && { fingerprints: { 'lookout/v1': print } }),
            ...more,
          })),
          ...run,
        },
      ],
    }),
  )

/** One vulnerability finding of OCSF 1.x. */
export const ocsfEvent = (uid: string, severity: number, more: object = {}) => ({
  class_uid: 2002,
  class_name: 'Vulnerability Finding',
  activity_id: 1,
  time: 1_760_000_000_000,
  severity_id: severity,
  status_id: 1,
  metadata: { version: '1.3.0', product: { name: 'Harbour', vendor_name: 'Harbour' } },
  finding_info: { uid, title: `Weakness ${uid}`, desc: 'An old library is installed.' },
  resources: [{ name: 'srv-web-01' }, { uid: 'srv-web-02' }],
  vulnerabilities: [{ cve: { uid: 'CVE-2026-0001' } }],
  ...more,
})
