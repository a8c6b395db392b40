/** What outside widgets know the provider by; nothing of theirs is loaded without. */
export interface WidgetKeys {
  /** Signs people's addresses for the support chat. */
  readonly supportChatSecret?: string | undefined
  /** Given to whoever is signed in: a widget's token, never an account's key. */
  readonly hubspotToken?: string | undefined
}
