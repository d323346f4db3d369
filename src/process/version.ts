/** The version of Watchbill, from `package.json`. */
import project from '../../package.json' with { type: 'json' };

export const VERSION = project.version;
