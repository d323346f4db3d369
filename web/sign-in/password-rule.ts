/** The same minimum as on the server, which checks it again. */
export const MIN_PASSWORD_LENGTH = 12;

export const PASSWORD_RULE = `At least ${MIN_PASSWORD_LENGTH} characters. A few words in a row are good.`;
