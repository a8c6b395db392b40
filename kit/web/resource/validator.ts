import { api, ApiError } from '#kit/web/api/client.ts'
import { translate } from '#kit/web/i18n/words.ts'

/** What the server says against a value (FRM-02), and what is said when it could not be asked (FRM-04); nothing when the value is good. */
export async function validatorMessage(path: string, body: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  try {
    await api.post(`/validate/${path}`, body)
    return undefined
  } catch (reason) {
    if (!(reason instanceof ApiError) || reason.status === 0) return translate('kit.errors.validator')
    return reason.status < 500 ? reason.message : translate('kit.errors.validating')
  }
}
