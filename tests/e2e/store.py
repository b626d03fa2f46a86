"""The chats of the program as another program sees them."""
import sqlite3

from person import DATA


class Store:
    """chats.db as another program sees it."""

    def rows(self, query, *values):
        path = DATA / "chats.db"
        if not path.exists():
            return []
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)
        try:
            return connection.execute(query, values).fetchall()
        finally:
            connection.close()

    def answers_to(self, question):
        """(status, text) of every answer to the messages with this text, oldest first."""
        return self.rows(
            "SELECT answer.status, answer.text FROM message AS answer JOIN message AS question"
            " ON answer.parent = question.id WHERE question.text = ? AND question.role = 'user' ORDER BY answer.id",
            question)

    def count(self):
        return (self.rows("SELECT count(*) FROM message") or [(0,)])[0][0]

    def fault(self):
        found = self.rows("PRAGMA integrity_check")
        return None if found == [("ok",)] else found
