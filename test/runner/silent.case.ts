/** A suite whose tests never reach the runner. */
export {};
