// Store what the worker keeps for the next visit: the database with the tables, the key of its dice, and the cookies.
// The name of the database in the browser contains the path of the site, so that two sites on one host stay apart.

const STORE = "kept";

export class SavedData {
  private constructor(private readonly database: IDBDatabase | null) {}

  /** Open the storage at the site's path; where the browser refuses it, nothing is kept. */
  static open(path: string): Promise<SavedData> {
    return new Promise((resolve) => {
      try {
        const request = indexedDB.open(`dicehouse ${path}`, 1);
        request.onupgradeneeded = () => request.result.createObjectStore(STORE);
        request.onsuccess = () => resolve(new SavedData(request.result));
        request.onerror = () => resolve(new SavedData(null));
      } catch {
        resolve(new SavedData(null));
      }
    });
  }

  read<Value>(name: string): Promise<Value | undefined> {
    const { database } = this;
    if (!database) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const request = database.transaction(STORE).objectStore(STORE).get(name);
      request.onsuccess = () => resolve(request.result as Value | undefined);
      request.onerror = () => reject(request.error ?? new Error("not readable"));
    });
  }

  /** Store a value; the promise is done when the browser has it on its disk. */
  write(name: string, value: unknown): Promise<void> {
    const { database } = this;
    if (!database) return Promise.reject(new Error("no storage"));
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, "readwrite");
      transaction.objectStore(STORE).put(value, name);
      transaction.oncomplete = () => resolve();
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error("not written"));
    });
  }
}
