"""What Firebird tells of tables and statements. No module of the engine itself is imported."""
